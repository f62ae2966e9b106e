import { createContext, useContext } from 'react'

/**
 * Whether rows show a run of a comparison. It can be read and its questions answered. Actions that would start another
 * run or show another branch are hidden, because the lane would not change and the new run would not be visible.
 */
export const InComparison = createContext(false)

export const useInComparison = (): boolean => useContext(InComparison)

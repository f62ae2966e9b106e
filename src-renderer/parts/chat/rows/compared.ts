import { createContext, useContext } from 'react'

/**
 * Whether rows show a run that is compared with others. There it is read and answered. What would begin another run
 * or show another branch is not offered: the lane would stay as it is, and the other run be out of sight.
 */
export const Compared = createContext(false)

export const useCompared = (): boolean => useContext(Compared)

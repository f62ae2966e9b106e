import { useLayoutEffect, useState } from 'react'

/**
 * Where menus and lists float: inside the page's main landmark, so that assistive tools find them there. While
 * a dialog is open, the page is out of reach, and they float over everything instead. Looked up after each
 * render, since at the first one the landmark may not be in the page yet.
 */
export function usePortalPlace(): HTMLElement | undefined {
  const [place, setPlace] = useState<HTMLElement | undefined>(undefined)
  useLayoutEffect(() => setPlace(portalPlace()))
  return place
}

function portalPlace(): HTMLElement | undefined {
  const dialog = document.querySelector('[data-base-ui-portal] [role="dialog"][data-modal]')
  if (dialog !== null) return undefined
  return document.querySelector<HTMLElement>('main') ?? undefined
}

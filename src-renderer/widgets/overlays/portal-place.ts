import { useLayoutEffect, useState } from 'react'

/**
 * The container of menus and lists: the page's main landmark, so that assistive technology finds them there. While a
 * dialog is open, the landmark is inert, and they are attached to the body instead. Looked up after each render,
 * because the landmark may not exist at the first.
 */
export function usePortalPlace(): HTMLElement | undefined {
  const [portal, setPortal] = useState<HTMLElement | undefined>(undefined)
  useLayoutEffect(() => setPortal(portalPlace()))
  return portal
}

function portalPlace(): HTMLElement | undefined {
  const dialog = document.querySelector('[data-base-ui-portal] [role="dialog"][data-modal]')
  if (dialog !== null) return undefined
  return document.querySelector<HTMLElement>('main') ?? undefined
}

/**
 * Where menus and lists float: inside the page's main landmark, so that assistive tools find them there. While
 * a dialog is open, the page is out of reach, and they float over everything instead.
 */
export function portalPlace(): HTMLElement | null | undefined {
  const dialog = document.querySelector('[data-base-ui-portal] [role="dialog"][data-modal]')
  return dialog === null ? document.querySelector<HTMLElement>('main') : undefined
}

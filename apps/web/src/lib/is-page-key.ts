const fields = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [role=textbox]'
const withOwnLetters = '[role=menu], [role=listbox]'

/**
 * Whether a letter or sign was pressed for the page, which may then act on it: not written into a field, not looked for in
 * an open menu, and with no dialog over the page.
 */
export function isPageKey({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return false
  if (document.querySelector('[role=dialog],[role=alertdialog]')) return false
  if (!(target instanceof HTMLElement)) return true
  return !target.isContentEditable && !target.matches(fields) && !target.closest(withOwnLetters)
}

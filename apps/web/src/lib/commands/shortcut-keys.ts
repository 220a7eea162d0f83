import { hasSingleKeyShortcuts } from './single-key-shortcuts.ts'

const fields = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [role=textbox]'
const typeAheadWidgets = '[role=menu], [role=listbox]'

/**
 * Whether a key press is a page shortcut: not typing in a field, not type-ahead in a menu, no dialog open, and for
 * characters only if the account has not switched them off.
 */
export function isPageShortcut(event: KeyboardEvent): boolean {
  return isShortcut(event) && !isDialogOpen()
}

/** Whether a dialog is open, or was opened and is still loading. One that slides out is closed. */
export const isDialogOpen = (): boolean =>
  document.querySelector(':is([role=dialog],[role=alertdialog]):not([data-exiting] *),[data-opening]') !==
  null

/** Like {@link isPageShortcut}, even while a dialog is open. */
export function isShortcut({
  key,
  target,
  altKey,
  ctrlKey,
  metaKey,
  defaultPrevented,
}: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return false
  if (key.length === 1 && !hasSingleKeyShortcuts()) return false
  if (!(target instanceof HTMLElement)) return true
  return !target.isContentEditable && !target.matches(fields) && !target.closest(typeAheadWidgets)
}

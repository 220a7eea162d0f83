let areEnabled = true

/** Whether keys without Ctrl, Alt or Cmd run commands of the page (WCAG 2.1.4). */
export const hasSingleKeyShortcuts = (): boolean => areEnabled

export function setSingleKeyShortcuts(isEnabled: boolean): void {
  areEnabled = isEnabled
}

import type { RefObject } from 'react'

/** Something that a page or widget can do, for the command palette and the list of shortcuts. */
export interface Command {
  /** Unique among the commands of a page; recent commands are stored by it. */
  id: string
  title: string
  /** Target of the command, such as 'Block 126, row 9'. */
  detail?: string | undefined
  /** Key that runs it: 'r', '?', 'shift+q', 'shift+4' or 'mod+k', where `mod` is Ctrl or Cmd. */
  key?: string
  /** Keys that the widget itself handles, as they are shown. */
  widgetKeys?: readonly string[]
  /** `null` while it is not possible, or when only the keys of a widget do it. */
  run: (() => void) | null
  /** Only while the focus is in this element does the key work and the palette offer the command. */
  scope?: RefObject<HTMLElement | null>
  /**
   * Whether it is listed in the palette only for a typed text and not among the shortcuts, because there are many of
   * its kind, such as 'Sort by: Price'.
   */
  isSearchOnly?: boolean
  /** Hidden in the palette; only the key runs it. Used for the command that opens the palette. */
  isKeyOnly?: boolean
  /** Whether it acts on the selected rows or on the open item; such commands are listed before those of the page. */
  isOfSelection?: boolean
  /** Whether the key also works while a dialog is open. */
  worksInDialogs?: boolean
  /** Whether holding the key down repeats the command. */
  canRepeat?: boolean
}

/** Commands with the heading of their group in the list of shortcuts. */
export interface CommandGroup {
  title: string
  commands: readonly Command[]
}

/** Titles of groups that are listed after those of the page, in this order. */
export const groupTitles = { basket: 'Basket', everywhere: 'Everywhere' } as const

import type { Command } from '#web/lib/commands/command.ts'
import type { JumpTarget } from '#web/lib/commands/jump-target.ts'
import { keyNames } from '#web/lib/commands/key-names.ts'

/** A line of the palette: a page to go to, or a command to run. */
export interface PaletteEntry {
  /** Unique in the palette. */
  value: string
  kind: JumpTarget['kind'] | 'command'
  id: string
  title: string
  detail: string
  aside?: string | undefined
  count?: string | undefined
  keys: readonly string[]
  action: { href: string } | { run: () => void }
}

export interface EntryGroup {
  title: string
  entries: readonly PaletteEntry[]
}

export function targetEntry({ href, ...target }: JumpTarget): PaletteEntry {
  return { ...target, value: `${target.kind} ${target.id}`, keys: [], action: { href } }
}

/** `null` while the command is not possible. */
export function commandEntry({ id, title, detail = '', key, widgetKeys, run }: Command): PaletteEntry | null {
  if (run === null) return null
  const keys = key === undefined ? (widgetKeys ?? []) : keyNames(key)
  return { value: `command ${id}`, kind: 'command', id, title, detail, keys, action: { run } }
}

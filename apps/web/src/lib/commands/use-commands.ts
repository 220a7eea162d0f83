import { useLayoutEffect, useRef } from 'react'
import type { Command } from './command.ts'
import { registerCommands } from './command-registry.ts'

/** Offers commands in the palette, in the list of shortcuts and by their keys, while the component is mounted. */
export function useCommands(group: string, commands: readonly Command[]): void {
  const latest = useRef(commands)
  useLayoutEffect(() => {
    latest.current = commands
  })
  useLayoutEffect(() => registerCommands({ group, read: () => latest.current }), [group])
}

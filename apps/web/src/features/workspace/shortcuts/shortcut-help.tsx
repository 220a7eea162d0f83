import { useState } from 'react'
import { groupTitles } from '#web/lib/commands/command.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadList = async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList })

/** Opens the list of shortcuts on `?`; its code loads on first use. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  function open() {
    setWasOpened(true)
    setOpen(true)
  }
  useCommands(groupTitles.everywhere, [{ id: 'shortcuts', title: 'Show shortcuts', key: '?', run: open }])
  return wasOpened && <LazyPart load={loadList} props={{ isOpen, onClose: () => setOpen(false) }} />
}

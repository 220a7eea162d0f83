import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupTitles } from '#web/lib/commands/command.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { CountBadge } from '#web/ui/data-display/badge.tsx'
import { BellIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { unreadQuery } from './queries.ts'

const loadPanel = async () => ({ default: (await import('./notifications-panel.tsx')).NotificationsPanel })

/** Opens the notifications centre and counts unread notifications; `N` opens it too. Its code loads when the page is idle. */
export function NotificationBell() {
  // Without a count there is no badge; an error message is not worth it.
  const { data: unread = 0 } = useQuery(unreadQuery())
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)

  function open() {
    setWasOpened(true)
    setOpen(true)
  }

  useCommands(groupTitles.everywhere, [
    { id: 'notifications', title: 'Open notifications', key: 'n', run: open },
  ])
  useIdlePreload(loadPanel)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="N"
        onClick={open}
        className="relative -mx-1.5 inline-flex size-10 shrink-0 items-center justify-center rounded text-muted transition-colors duration-150 ease-out hover:bg-ink/6 hover:text-ink"
      >
        <BellIcon aria-hidden className="size-5" />
        <span className="sr-only">Notifications</span>
        <CountBadge count={unread} label={`${unread} unread`} className="absolute bottom-5 left-5" />
      </button>
      {wasOpened && <LazyPart load={loadPanel} props={{ isOpen, onClose: () => setOpen(false) }} />}
    </>
  )
}

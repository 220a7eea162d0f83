import { Link } from '@tanstack/react-router'
import type { Command } from '#web/lib/commands/command.ts'
import { readCommands } from '#web/lib/commands/command-registry.ts'
import { keyNames } from '#web/lib/commands/key-names.ts'
import { hasSingleKeyShortcuts } from '#web/lib/commands/single-key-shortcuts.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** The keys of this page in groups, those of every page last. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const groups = isOpen ? shortcutGroups() : []
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      {!hasSingleKeyShortcuts() && (
        <p className="mb-4 text-sm text-muted">
          Single-key shortcuts are off. Turn them on in{' '}
          <Link to="/profile" onClick={onClose} className="font-medium text-accent underline">
            My account
          </Link>
          .
        </p>
      )}
      <div className="gap-x-10 text-sm sm:columns-2">
        {groups.map(({ title, commands }) => (
          <section key={title} aria-label={title} className="mb-5 break-inside-avoid last:mb-0">
            <h3 className="mb-2 text-xs font-semibold text-muted">{title}</h3>
            <dl className="space-y-1.5">
              {commands.map((command) => (
                <Shortcut key={command.id} command={command} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Shortcut({ command }: { command: Command }) {
  return (
    <div className="flex flex-row-reverse items-center justify-between gap-4">
      <dt className="flex shrink-0 gap-1">
        {keysOf(command).map((name) => (
          <span key={name}>
            <span className="sr-only">{name} </span>
            <Kbd>{name}</Kbd>
          </span>
        ))}
      </dt>
      <dd className="min-w-0">{command.title}</dd>
    </div>
  )
}

const keysOf = ({ key, widgetKeys = [] }: Command) => (key === undefined ? widgetKeys : keyNames(key))

function shortcutGroups() {
  return readCommands()
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter((command) => !command.isSearchOnly && keysOf(command).length > 0),
    }))
    .filter(({ commands }) => commands.length > 0)
}

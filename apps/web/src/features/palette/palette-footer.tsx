import { Kbd } from '#web/ui/controls/kbd.tsx'
import { keyNames } from '#web/lib/commands/key-names.ts'

const move = { names: ['↑', '↓'], action: 'Move' }
const commandKeys = [move, { names: ['↵'], action: 'Run' }]
const keys = [move, { names: ['↵'], action: 'Open' }, { names: [...keyNames('mod'), '↵'], action: 'New tab' }]

const scopes = [
  { prefix: '>', what: 'actions' },
  { prefix: '#', what: 'orders, quotes' },
  { prefix: '@', what: 'clients' },
]

/** The keys of the palette; touch screens have none. */
export function PaletteFooter({ isCommandsOnly }: { isCommandsOnly: boolean }) {
  return (
    <div className="flex h-10 shrink-0 items-center gap-4 border-t border-line bg-sunken px-4 text-xs text-muted max-sm:hidden">
      {(isCommandsOnly ? commandKeys : keys).map(({ names, action }) => (
        <span key={action} className="flex items-center gap-1.5">
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          {action}
        </span>
      ))}
      {!isCommandsOnly && (
        <span className="ml-auto flex gap-4">
          {scopes.map(({ prefix, what }) => (
            <span key={prefix}>
              <strong className="font-semibold text-ink">{prefix}</strong> {what}
            </span>
          ))}
        </span>
      )}
    </div>
  )
}

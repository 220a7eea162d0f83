import { runCommand } from '#web/lib/commands/command-registry.ts'
import { keyNames } from '#web/lib/commands/key-names.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { CommandIcon } from '#web/ui/icons.ts'

export function PaletteButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => runCommand('palette')}
      className="inline-flex h-10 min-w-10 shrink-0 items-center justify-center gap-1 rounded px-2 text-muted transition-colors duration-150 ease-out hover:text-ink max-sm:-mr-1.5 max-sm:-ml-4.5 max-sm:hover:bg-ink/6 sm:h-7.5"
    >
      <CommandIcon aria-hidden className="size-5 sm:hidden" />
      <span className="sr-only">Run a command</span>
      <span className="contents max-sm:hidden">
        {keyNames('mod+k').map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </button>
  )
}

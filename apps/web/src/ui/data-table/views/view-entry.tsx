import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/controls/menu.tsx'
import { CheckIcon, MoreIcon } from '#web/ui/icons.ts'

interface ViewEntryProps {
  name: string
  isChosen: boolean
  isDefault?: boolean | undefined
  onChoose: () => void
  /** Missing for the entry that shows everything. */
  actions?: {
    onRename: () => void
    /** `undefined` when the shown filters are those of the view. */
    onOverwrite: (() => void) | undefined
    onDefault: () => void
    onDelete: () => void
  }
}

export function ViewEntry({ name, isChosen, isDefault = false, onChoose, actions }: ViewEntryProps) {
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded px-2 text-left text-sm hover:bg-ink/6 max-sm:min-h-11"
      >
        <CheckIcon
          aria-hidden
          className={isChosen ? 'size-4 shrink-0 text-accent' : 'invisible size-4 shrink-0'}
        />
        <span className="min-w-0 truncate">{name}</span>
        {isDefault && <span className="shrink-0 text-xs text-muted">Default</span>}
      </button>
      {actions && (
        <MenuButton
          hiddenSuffix={`Options for view ${name}`}
          renderMenu={(state) => (
            <Menu label={`Options for view ${name}`} {...state}>
              <MenuItem onAction={actions.onDefault}>
                {isDefault ? 'Stop using as default' : 'Use as default'}
              </MenuItem>
              {actions.onOverwrite && (
                <MenuItem onAction={actions.onOverwrite}>Replace with what is shown</MenuItem>
              )}
              <MenuItem onAction={actions.onRename}>Rename</MenuItem>
              <MenuSeparator />
              <MenuItem isDanger onAction={actions.onDelete}>
                Delete
              </MenuItem>
            </Menu>
          )}
        >
          <span className="inline-flex size-9 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink max-sm:size-11">
            <MoreIcon aria-hidden className="size-4" />
          </span>
        </MenuButton>
      )}
    </li>
  )
}

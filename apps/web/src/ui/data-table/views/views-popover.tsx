import { maxViews, maxViewSearchLength, type SavedView } from '@terrace/contracts/preferences'
import { useId, useState } from 'react'
import { newId } from '#web/lib/new-id.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PopoverDialog, type PopoverState } from '#web/ui/overlay/popover-dialog.tsx'
import { showUndo } from '#web/ui/overlay/show-undo.ts'
import type { SavedViews } from './saved-views.ts'
import { ViewNameForm } from './view-name-form.tsx'
import { ViewEntry } from './view-entry.tsx'

interface ViewsPopoverProps extends PopoverState {
  views: SavedViews
  /** Plural noun of the rows. */
  entities: string
}

/** The saved views of a table: choose, save, rename, overwrite, delete. */
export function ViewsPopover({ triggerRef, isOpen, onClose, ...content }: ViewsPopoverProps) {
  return (
    <PopoverDialog
      triggerRef={triggerRef}
      isOpen={isOpen}
      onClose={onClose}
      label="Views"
      placement="bottom end"
      className="w-80 max-w-[calc(100vw-1.5rem)]"
      contentClassName="flex max-h-[inherit] flex-col p-1"
    >
      <ViewList {...content} onClose={onClose} />
    </PopoverDialog>
  )
}

function ViewList({ views, entities, onClose }: Pick<ViewsPopoverProps, 'views' | 'entities' | 'onClose'>) {
  const { saved, active, isChanged, search } = views
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const [isNaming, setNaming] = useState(false)
  const listId = useId()
  const problem =
    search.length > maxViewSearchLength
      ? 'These filters are too long to save. Shorten the search text.'
      : saved.length >= maxViews
        ? `A table has at most ${maxViews} views. Delete one to save another.`
        : null
  const choose = (view: SavedView | null) => {
    views.choose(view)
    onClose()
  }
  const withChange = (id: string, change: Partial<SavedView>) => (all: readonly SavedView[]) =>
    all.map((view) => (view.id === id ? { ...view, ...change } : view))

  function add(name: string) {
    const id = newId()
    views.save((all) => [...all, { id, name, search }], { active: id })
    onClose()
  }

  function remove(view: SavedView) {
    const index = saved.indexOf(view)
    views.save((all) => all.filter(({ id }) => id !== view.id))
    showUndo(`Deleted view ${view.name}`, () =>
      views.save((all) => all.filter(({ id }) => id !== view.id).toSpliced(index, 0, view)),
    )
  }

  return (
    <>
      <ul id={listId} aria-label="Saved views" className="thin-scroll min-h-0 overflow-y-auto">
        <ViewEntry
          name={`All ${entities}`}
          isChosen={active === undefined && views.hasDefaults}
          onChoose={() => choose(null)}
        />
        {saved.map((view) =>
          view.id === renamingId ? (
            <li key={view.id} className="px-2 py-2">
              <ViewNameForm
                taken={saved.filter(({ id }) => id !== view.id)}
                name={view.name}
                submitLabel="Rename"
                onSubmit={(name) => {
                  views.save(withChange(view.id, { name }))
                  setRenamingId(null)
                }}
                onCancel={() => setRenamingId(null)}
              />
            </li>
          ) : (
            <ViewEntry
              key={view.id}
              name={view.name}
              isDefault={view.is_default}
              isChosen={view.id === active?.id}
              onChoose={() => choose(view)}
              actions={{
                onRename: () => setRenamingId(view.id),
                onOverwrite:
                  view.search === search
                    ? undefined
                    : () => views.save(withChange(view.id, { search }), { active: view.id }),
                onDefault: () =>
                  views.save((all) =>
                    all.map(({ is_default: wasDefault, ...each }) =>
                      each.id === view.id && !wasDefault ? { ...each, is_default: true } : each,
                    ),
                  ),
                onDelete: () => remove(view),
              }}
            />
          ),
        )}
      </ul>
      <div className="mt-1 space-y-2 border-t border-line p-2">
        {isNaming ? (
          <ViewNameForm
            taken={saved}
            name=""
            submitLabel="Save view"
            onSubmit={add}
            onCancel={() => setNaming(false)}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {active && isChanged && search.length <= maxViewSearchLength && (
              <Button
                size="sm"
                tone="primary"
                onPress={() => {
                  views.save(withChange(active.id, { search }), { active: active.id })
                  onClose()
                }}
              >
                Save changes
              </Button>
            )}
            <Button size="sm" isDisabled={problem !== null} onPress={() => setNaming(true)}>
              Save as new view
            </Button>
          </div>
        )}
        {problem !== null && <p className="text-xs text-muted">{problem}</p>}
      </div>
    </>
  )
}

import { refusal } from '#web/lib/http/refusals.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'

interface InventoryCommands {
  onAdd: () => void
  onClear: (() => void) | null
  onSortAgain: (() => void) | null
  onCollapse: ((collapses: boolean) => void) | null
}

/** The inventory's commands and keys, for the palette and the list of shortcuts. */
export function useInventoryCommands({ onAdd, onClear, onSortAgain, onCollapse }: InventoryCommands): void {
  useCommands('Inventory', [
    { id: 'inventory.add', title: 'Add listing', key: 'a', run: refusal('list') === null ? onAdd : null },
    { id: 'inventory.clear', title: 'Clear filters', run: onClear },
    { id: 'inventory.resort', title: 'Re-sort', key: 'r', run: onSortAgain },
    { id: 'inventory.collapse', title: 'Collapse all events', run: onCollapse && (() => onCollapse(true)) },
    { id: 'inventory.expand', title: 'Expand all events', run: onCollapse && (() => onCollapse(false)) },
    { id: 'inventory.move', title: 'Move between cells', widgetKeys: ['↑', '↓', '←', '→'], run: null },
    { id: 'inventory.edit', title: 'Edit a cell, or open a listing', widgetKeys: ['Enter'], run: null },
    { id: 'inventory.select', title: 'Select row', widgetKeys: ['Space'], run: null },
    { id: 'inventory.range', title: 'Extend the selection', widgetKeys: ['Shift', 'Space'], run: null },
    { id: 'inventory.all', title: 'Select all that match', widgetKeys: ['Ctrl', 'A'], run: null },
    { id: 'inventory.cells', title: 'Choose cells to copy', widgetKeys: ['Shift', '↓'], run: null },
    { id: 'inventory.width', title: 'Column width, in the header', widgetKeys: ['Shift', '→'], run: null },
    { id: 'inventory.hide', title: 'Hide a column, in the header', widgetKeys: ['Delete'], run: null },
    { id: 'inventory.copy', title: 'Copy cells', widgetKeys: ['Ctrl', 'C'], run: null },
    { id: 'inventory.paste', title: 'Paste cells', widgetKeys: ['Ctrl', 'V'], run: null },
  ])
}

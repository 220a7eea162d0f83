import { useMutation } from '@tanstack/react-query'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { registerCommands } from '#web/lib/commands/command-registry.ts'
import { elementCommands } from '#web/lib/commands/element-commands.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { useHeightVariable } from '#web/lib/hooks/use-height-variable.ts'
import { CloseIcon } from '#web/ui/icons.ts'
import { bulkActionClass } from './bulk-action-classes.ts'
import { saveCsv } from './save-csv.ts'

interface BulkBarProps {
  count: number
  /** Totals of the selected rows: '9 tickets · £924.64'. */
  summary?: string | undefined
  onClear: () => void
  /** Selects also the rows that are not loaded yet. Absent: all are selected, or some loaded ones are not. */
  all?: { total: number; select: () => Promise<void> } | undefined
  children: ReactNode
  /** Saves the selected rows as a CSV. Absent: there is no such action. */
  onExport?: ((save: typeof saveCsv) => void) | undefined
}

/** Actions on the selected rows, docked below the table while it is longer than the window. */
export function BulkBar({ count, summary, onClear, all, children, onExport }: BulkBarProps) {
  const bar = useRef<HTMLElement>(null)
  useHeightVariable(bar, '--bulk-bar-height')
  const actions = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () =>
      registerCommands({
        group: 'Selected rows',
        read: () => elementCommands(actions.current, { prefix: 'selected', detail: 'Selected rows' }),
      }),
    [],
  )
  return (
    <section
      ref={bar}
      aria-label="Selected rows"
      className="sticky bottom-(--basket-height,0px) z-10 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 bg-[light-dark(#0d1b17,#1d2b26)] px-4 py-1.5 sm:px-5 text-xs text-[#ffffff] print:hidden"
    >
      <button
        type="button"
        aria-label="Clear selection"
        onClick={onClear}
        className="touch-target -ml-1.5 inline-flex size-8 items-center justify-center rounded hover:bg-[#ffffff1f]"
      >
        <CloseIcon aria-hidden className="size-4" />
      </button>
      <p role="status" className="tabular">
        <strong className="font-semibold">{formatCount(count)} selected</strong>
        {summary !== undefined && <span className="ml-2 text-[#ffffffbf]">{summary}</span>}
      </p>
      {all && <SelectAll {...all} />}
      <div ref={actions} className="flex flex-wrap items-center gap-2">
        {children}
        {onExport && (
          <button
            type="button"
            data-command="export"
            className={bulkActionClass}
            onClick={() => onExport(saveCsv)}
          >
            Export selected
          </button>
        )}
      </div>
    </section>
  )
}

function SelectAll({ total, select }: NonNullable<BulkBarProps['all']>) {
  const selectAll = useMutation({ mutationFn: select })
  return (
    <>
      <button
        type="button"
        disabled={selectAll.isPending}
        className={bulkActionClass}
        onClick={() => selectAll.mutate()}
      >
        {selectAll.isPending ? 'Loading all…' : `Select all ${formatCount(total)}`}
      </button>
      {selectAll.error && (
        <span role="alert" className="font-medium">
          {errorText(selectAll.error)}
        </span>
      )}
    </>
  )
}

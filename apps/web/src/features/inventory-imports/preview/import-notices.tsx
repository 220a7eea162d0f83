import { Link } from '@tanstack/react-router'
import type { WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { ApiError, errorText } from '#web/lib/http/api-error.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { isInProgress } from '#web/features/inventory-imports/data/queries.ts'
import { stateText, waitTexts, progressTexts } from '#web/features/inventory-imports/texts.ts'
import { outcomeOf } from '#web/features/inventory-imports/outcome/outcome-text.ts'
import type { Decisions } from './use-decisions.ts'
import type { ImportActionsState } from './use-import-actions.ts'
import { WipeGuard } from './wipe-guard.tsx'

interface ImportNoticesProps {
  item: WireInventoryImportDetail
  actions: ImportActionsState
  decisions: Decisions
}

/** What happens, what happened, and what to do now. */
export function ImportNotices({ item, actions, decisions }: ImportNoticesProps) {
  const error = actions.apply.error ?? actions.discard.error ?? actions.undo.error
  const outcome = outcomeOf(item)
  const label = progressTexts[item.state]
  return (
    <div className="shrink-0">
      <p role="status" className="sr-only">
        {isInProgress(item) ? `${label ?? ''}…` : stateText(item)}
        {decisions.pending > 0 && `, ${decisions.pending} decisions are being saved`}
      </p>
      {isInProgress(item) && label !== undefined && (
        <div className="border-b border-line px-5 py-3 max-sm:px-4">
          <ProgressBar
            label={
              item.progress?.total === null && item.progress.done > 0
                ? `${label}: ${item.progress.done.toLocaleString('en-GB')} rows`
                : label
            }
            isLabelShown
            {...(item.progress !== null &&
              item.progress.total !== null &&
              item.progress.done > 0 && { value: item.progress.done, max: Math.max(item.progress.total, 1) })}
          />
          <p className="mt-1.5 text-xs text-muted">
            You can leave this page; the server continues, also after a restart.
          </p>
        </div>
      )}
      {item.state === 'previewed' && item.waits_for !== null && (
        <p className="border-b border-line bg-signal-soft px-5 py-2 text-sm text-signal max-sm:px-4">
          This file arrived automatically and waits for you. {waitTexts[item.waits_for]}
        </p>
      )}
      {outcome && (
        <div
          className={
            outcome.tone === 'danger'
              ? 'border-b border-line bg-danger-soft px-5 py-2.5 text-sm text-danger max-sm:px-4'
              : outcome.tone === 'signal'
                ? 'border-b border-line bg-signal-soft px-5 py-2.5 text-sm text-signal max-sm:px-4'
                : 'border-b border-line bg-ok-soft px-5 py-2.5 text-sm text-ok max-sm:px-4'
          }
        >
          <p className="font-semibold">{outcome.title}</p>
          {outcome.texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {item.counts.written > 0 && item.state !== 'undone' && (
            <p className="mt-1 flex flex-wrap gap-x-4">
              <Link to="/sell/$" params={{ _splat: 'inventory' }} className="font-semibold underline">
                Go to inventory
              </Link>
              <Link to="/sell/$" params={{ _splat: 'imports' }} className="font-semibold underline">
                Import another file
              </Link>
            </p>
          )}
        </div>
      )}
      {error && (
        <p
          role="alert"
          className="border-b border-line bg-danger-soft px-5 py-2 text-sm font-medium text-danger max-sm:px-4"
        >
          {errorText(error)}
          {isBusy(error) && ' This page keeps your preview.'}
        </p>
      )}
      {decisions.problem !== null && (
        <p
          role="alert"
          className="border-b border-line bg-danger-soft px-5 py-2 text-sm font-medium text-danger max-sm:px-4"
        >
          {decisions.problem}
        </p>
      )}
      {item.state === 'previewed' && item.counts.withdrawn > 0 && (
        <WipeGuard
          key={`${item.counts.withdrawn} ${item.withdrawals}`}
          item={item}
          withdraw={actions.withdraw}
        />
      )}
    </div>
  )
}

const isBusy = (error: Error) => error instanceof ApiError && error.code === 'inventory_import.busy'

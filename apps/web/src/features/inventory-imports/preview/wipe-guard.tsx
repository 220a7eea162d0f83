import type { WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useId, useState } from 'react'
import { counted } from '#web/features/inventory/texts.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import type { ImportActionsState } from './use-import-actions.ts'

interface WipeGuardProps {
  item: WireInventoryImportDetail
  withdraw: ImportActionsState['withdraw']
}

/** Withdrawals of the file: a large number is typed before they happen, and they can be left out. */
export function WipeGuard({ item, withdraw }: WipeGuardProps) {
  const { withdrawals } = item
  const count = item.counts.withdrawn
  const [isReopened, setReopened] = useState(false)
  const keep = () => withdraw.mutate({ keep: true })
  if (withdrawals === 'guarded' || isReopened) return <Question item={item} withdraw={withdraw} />
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-1.5 text-sm max-sm:px-4">
      <p role="status" className="min-w-0 flex-1">
        {withdrawals === 'kept'
          ? `${counted(count, 'listing')} that the file does not name ${count === 1 ? 'stays' : 'stay'} on sale.`
          : `${counted(count, 'listing')} that the file does not name will be withdrawn.`}
      </p>
      {withdraw.error && (
        <p role="alert" className="text-xs font-medium text-danger">
          {errorText(withdraw.error)}
        </p>
      )}
      {withdrawals === 'kept' ? (
        <ExplainedButton reason={refusal('list')} size="sm" tone="quiet" onPress={() => setReopened(true)}>
          Withdraw them instead
        </ExplainedButton>
      ) : (
        <ExplainedButton
          reason={refusal('list')}
          size="sm"
          tone="quiet"
          isPending={withdraw.isPending}
          onPress={keep}
        >
          Keep them live
        </ExplainedButton>
      )}
    </div>
  )
}

function Question({ item, withdraw }: WipeGuardProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const count = item.counts.withdrawn
  const digits = typed.replaceAll(/[\s,.]/g, '')
  const isExact = digits === String(count)
  return (
    <form
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line border-l-3 border-l-danger bg-danger-soft px-5 py-3 text-sm max-sm:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isExact) withdraw.mutate({ count })
      }}
    >
      <AlertTriangleIcon aria-hidden className="size-5 shrink-0 text-danger max-sm:hidden" />
      <div className="min-w-64 flex-1">
        <p className="font-semibold">
          This file withdraws {formatCount(count)} of your {formatCount(item.live_before)} live listings.
        </p>
        <p>
          {item.rows_read === 0
            ? 'It has a header and no rows. '
            : item.last_file &&
              `The last file had ${formatCount(item.last_file.rows)} rows, this one has ${formatCount(item.rows_read)}. `}
          Seats that are held or sold stay as they are.
        </p>
        {withdraw.error && (
          <p role="alert" className="mt-1 font-medium text-danger">
            {errorText(withdraw.error)}
          </p>
        )}
      </div>
      <label htmlFor={id}>
        Type <strong className="tabular">{count}</strong> to confirm
      </label>
      <input
        id={id}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        className="tabular h-8 w-24 rounded border border-line-strong bg-surface px-2.5 outline-accent focus-visible:outline-2 max-sm:h-10"
      />
      <ExplainedButton
        reason={refusal('list')}
        type="submit"
        size="sm"
        tone="danger"
        isDisabled={!isExact}
        isPending={withdraw.isPending}
      >
        Withdraw {formatCount(count)}
      </ExplainedButton>
      <ExplainedButton
        reason={refusal('list')}
        size="sm"
        isDisabled={withdraw.isPending}
        onPress={() => withdraw.mutate({ keep: true })}
      >
        Keep them live
      </ExplainedButton>
    </form>
  )
}

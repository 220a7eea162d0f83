import type { WireClosing } from '@terrace/contracts/closing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { dataExportQuery } from '#web/features/accounts/export/queries.ts'
import { closingQuery } from './queries.ts'
import { useCloseAccount } from './use-close-account.ts'

/** Says what closing the account does, or what is in the way, and closes it. */
export function CloseAccountSection() {
  const query = useQuery(closingQuery())
  const { data, error } = query
  return (
    <TitledSection heading="Close account">
      <Panel>
        {data ? (
          <Closing closing={data} />
        ) : error ? (
          <LoadError title="Couldn’t check whether your account can be closed" query={query} />
        ) : (
          <SkeletonRegion label="Checking your account" className="space-y-3 px-4 py-4 sm:px-5">
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-56" />
          </SkeletonRegion>
        )}
      </Panel>
    </TitledSection>
  )
}

function Closing({ closing: { reasons, ends_team: endsTeam } }: { closing: WireClosing }) {
  const [isConfirming, setConfirming] = useState(false)
  const close = useCloseAccount()
  const erasure = useQuery(dataExportQuery())
  const isPossible = reasons.length === 0
  return (
    <div className="space-y-4 p-4 text-sm sm:p-5">
      <dl className="space-y-3">
        <div>
          <dt className="font-medium">What goes</dt>
          <dd className="mt-0.5 text-muted">
            Your login, passkeys and sessions end at once, on all devices.
            {endsTeam && ' Your team ends with you, and its open invitations too.'} Your email address and
            username can be used for a new account after 30 days.
            {erasure.data &&
              ` Your name, contact details and other personal data are erased ${erasure.data.erased_after_days} days after you close the account.`}
          </dd>
        </div>
        <div>
          <dt className="font-medium">What stays</dt>
          <dd className="mt-0.5 text-muted">
            Orders and invoices, for as long as the law requires.
            {!endsTeam && ' Holds, orders and clients stay with your team.'}
          </dd>
        </div>
      </dl>
      {!isPossible && (
        <div>
          <p className="font-medium">Before you can close your account</p>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {reasons.map(({ reason, message }) => (
              <li key={reason}>{message}.</li>
            ))}
          </ul>
        </div>
      )}
      {close.isError && <ActionError error={close.error} />}
      <Button
        tone="danger"
        isDisabled={!isPossible}
        isPending={close.isPending || close.isSuccess}
        onPress={() => {
          close.reset()
          setConfirming(true)
        }}
      >
        Close account
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Close your account?"
        message="You’ll be logged out everywhere right away and can’t log in again. This can’t be undone."
        confirmLabel="Close account"
        tone="danger"
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          close.mutate()
        }}
      />
    </div>
  )
}

import type { WireEmailAddress } from '@terrace/contracts/email-change'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FactorRow } from '#web/features/accounts/security/factor-row.tsx'
import { FormError } from '#web/forms/form-error.tsx'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { MailIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { PromptDialog } from '#web/ui/overlay/prompt-dialog.tsx'
import { useRequestEmailChange } from './mutations.ts'
import { PendingEmail } from './pending-email.tsx'
import { emailQuery } from './queries.ts'

/** The account's email address, and its change. */
export function EmailSection() {
  const query = useQuery(emailQuery())
  const { data, error } = query
  const section = useRef<HTMLDivElement>(null)
  useListFocus({ list: section, rows: () => [...(section.current?.querySelectorAll('button') ?? [])] })
  return (
    <div ref={section}>
      <TitledSection heading="Email address">
        <Panel>
          {data ? (
            <EmailRow address={data} />
          ) : error ? (
            <LoadError title="Couldn’t load your email address" query={query} />
          ) : (
            <SkeletonRegion label="Loading your email address" className="space-y-3 px-4 py-4 sm:px-5">
              <Skeleton className="h-5 w-56" />
              <Skeleton className="h-4 w-40" />
            </SkeletonRegion>
          )}
        </Panel>
      </TitledSection>
    </div>
  )
}

function EmailRow({ address }: { address: WireEmailAddress }) {
  const [isEditing, setEditing] = useState(false)
  const request = useRequestEmailChange()
  const close = () => {
    setEditing(false)
    request.reset()
  }
  const { email, verified, pending, undo_until: undoUntil } = address
  return (
    <FactorRow
      icon={<MailIcon />}
      title={email}
      text={
        undoUntil === null
          ? verified
            ? 'Confirmed'
            : 'Not confirmed yet'
          : `Your previous address can undo the change until ${inViewerTimeZone(undoUntil)}.`
      }
      actions={
        <Button size="sm" onPress={() => setEditing(true)}>
          Change email
        </Button>
      }
    >
      {pending && <PendingEmail pending={pending} />}
      <PromptDialog
        isOpen={isEditing}
        kind="email"
        title="Change email address"
        label="New email address"
        message="We send a link to the new address. Your address changes when you open it and confirm. The current address gets a notice and can undo the change for 72 hours."
        confirmLabel="Send link"
        isPending={request.isPending}
        problem={request.isError && <FormError error={request.error} />}
        onCancel={close}
        onConfirm={(typed) => request.mutate(typed, { onSuccess: close })}
      />
    </FactorRow>
  )
}

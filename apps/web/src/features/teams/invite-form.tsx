import { teamsRoutes, type WireTeamRole } from '@terrace/contracts/teams'
import { useState, type FormEvent } from 'react'
import { AccountSection } from '#web/features/accounts/account-section.tsx'
import { fieldErrors } from '#web/features/accounts/field-errors.ts'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { FormNotice } from '#web/features/accounts/form-notice.tsx'
import { useFields } from '#web/features/accounts/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { joinLink, useInvite } from './mutations.ts'
import { roleNames, roleOptions } from './role-names.ts'

const about: Readonly<Record<WireTeamRole, string>> = {
  member: 'Finds, holds and buys tickets for the team.',
  owner: 'The same, and also invites, removes and changes people here.',
}

/** Invites somebody to the team by mail. */
export function InviteForm() {
  const { mutate, data, error, isPending, isError, isSuccess, reset } = useInvite()
  const [role, setRole] = useState<WireTeamRole>('member')
  const { values, field, isReady, clear } = useFields(
    ['email'],
    (typed) => fieldErrors(teamsRoutes.invite.body, { ...typed, role, join_link: joinLink() }),
    () => (isError || isSuccess) && reset(),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending && isReady()) mutate({ email: values.email, role }, { onSuccess: clear })
  }

  return (
    <AccountSection heading="Invite somebody">
      <Panel className="p-4 sm:p-5">
        <form noValidate onSubmit={submit} aria-label="Invite somebody" className="max-w-96 space-y-5">
          <TextField {...field('email')} label="Email" type="email" inputMode="email" autoComplete="off" />
          <div>
            <p aria-hidden className="mb-1.5 text-sm font-medium">
              Role
            </p>
            <Segmented
              label="Role"
              segments={roleOptions.map(({ id }) => ({ value: id, label: roleNames[id] }))}
              value={role}
              onChange={(value) => setRole(value === 'owner' ? 'owner' : 'member')}
            />
            <p className="mt-1.5 text-xs text-muted">{about[role]}</p>
          </div>
          {isError && <FormError error={error} />}
          <FormNotice text={isSuccess ? data.message : null} />
          <Button type="submit" tone="primary" isPending={isPending} pendingLabel="Loading...">
            Send invitation
          </Button>
        </form>
      </Panel>
    </AccountSection>
  )
}

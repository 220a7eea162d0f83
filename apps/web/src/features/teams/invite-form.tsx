import { teamsRoutes, type WireTeamRole } from '@terrace/contracts/teams'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { useState, type FormEvent } from 'react'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { useFields } from '#web/forms/use-fields.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { joinLink, useInvite } from './mutations.ts'
import { roleNames, roleOptions } from './role-names.ts'

const roleDescriptions: Readonly<Record<WireTeamRole, string>> = {
  member: 'Finds, holds and buys tickets for the team.',
  owner: 'Also manages members and roles.',
}

const Permissions = lazyPage(async () => ({
  default: (await import('./permission-fields.tsx')).PermissionFields,
}))

/** Invites a person by email; in a team that sells, with the permissions of a seller. */
export function InviteForm({ teamSells }: { teamSells: boolean }) {
  const { mutate, data, error, isPending, isError, isSuccess, reset } = useInvite()
  const [role, setRole] = useState<WireTeamRole>('member')
  const [permissions, setPermissions] = useState<SellerPermission[]>([])
  const { values, field, isReady, clear } = useFields(
    ['email'],
    (typed) => fieldErrors(teamsRoutes.invite.body, { ...typed, role, join_link: joinLink() }),
    () => (isError || isSuccess) && reset(),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || !isReady()) return
    mutate(
      // Owners may do everything.
      { email: values.email, role, permissions: role === 'owner' ? [] : permissions },
      {
        onSuccess() {
          clear()
          setPermissions([])
        },
      },
    )
  }

  return (
    <TitledSection heading="Invite someone">
      <Panel className="p-4 sm:p-5">
        <form noValidate onSubmit={submit} aria-label="Invite someone" className="max-w-96 space-y-5">
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
            <p className="mt-1.5 text-xs text-muted">{roleDescriptions[role]}</p>
          </div>
          {teamSells && role === 'member' && <Permissions selected={permissions} onChange={setPermissions} />}
          {isError && <FormError error={error} />}
          <FormNotice text={isSuccess ? data.message : null} />
          <Button type="submit" tone="primary" isPending={isPending} pendingLabel="Loading...">
            Send invitation
          </Button>
        </form>
      </Panel>
    </TitledSection>
  )
}

import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { useChangePermissions } from './mutations.ts'
import { PermissionBoxes } from './permission-boxes.tsx'

interface PermissionChoicesProps {
  id: string
  name: string
  permissions: readonly SellerPermission[]
}

/** What a member may do as a seller; each change is saved at once. */
export function PermissionChoices({ id, name, permissions }: PermissionChoicesProps) {
  const change = useChangePermissions()
  return (
    <fieldset className="min-w-0 basis-full space-y-2 pl-13 sm:pl-11">
      <legend className="sr-only">Permissions of {name}</legend>
      <PermissionBoxes
        selected={change.isPending ? change.variables.permissions : permissions}
        onChange={(selected) => change.mutate({ id, permissions: selected })}
      />
      {change.error && <ActionError error={change.error} />}
    </fieldset>
  )
}

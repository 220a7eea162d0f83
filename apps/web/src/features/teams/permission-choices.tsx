import {
  permissionNames,
  sellerPermissions,
  type SellerPermission,
} from '@terrace/domain/sellers/seller-permissions'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { useChangePermissions } from './mutations.ts'

interface PermissionChoicesProps {
  id: string
  name: string
  permissions: readonly SellerPermission[]
}

/** What a member may do as a seller; each change is saved at once. */
export function PermissionChoices({ id, name, permissions }: PermissionChoicesProps) {
  const change = useChangePermissions()
  const shown = change.isPending ? change.variables.permissions : permissions
  return (
    <fieldset className="basis-full pl-13">
      <legend className="sr-only">Permissions of {name}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {sellerPermissions.map((one) => (
          <label key={one} className="flex items-center gap-1.5">
            <input
              type="checkbox"
              disabled={change.isPending}
              checked={shown.includes(one)}
              onChange={({ currentTarget: { checked } }) =>
                change.mutate({
                  id,
                  // Without viewing, a member can do nothing.
                  permissions: checked
                    ? [...permissions, one]
                    : one === 'view'
                      ? []
                      : permissions.filter((other) => other !== one),
                })
              }
            />
            {permissionNames[one]}
          </label>
        ))}
      </div>
      {change.error && <ActionError error={change.error} />}
    </fieldset>
  )
}

import {
  completePermissions,
  permissionNames,
  sellerPermissions,
  type SellerPermission,
} from '@terrace/domain/sellers/seller-permissions'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'

interface PermissionBoxesProps {
  selected: readonly SellerPermission[]
  onChange: (selected: SellerPermission[]) => void
}

/** A checkbox per permission. Every permission includes viewing, and without viewing there is none. */
export function PermissionBoxes({ selected, onChange }: PermissionBoxesProps) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1">
      {sellerPermissions.map((one) => (
        <Checkbox
          key={one}
          isSelected={selected.includes(one)}
          onChange={(isSelected) =>
            onChange(
              isSelected
                ? completePermissions([...selected, one])
                : one === 'view'
                  ? []
                  : selected.filter((other) => other !== one),
            )
          }
        >
          {permissionNames[one]}
        </Checkbox>
      ))}
    </div>
  )
}

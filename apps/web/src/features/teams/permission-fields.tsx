import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { PermissionBoxes } from './permission-boxes.tsx'

interface PermissionFieldsProps {
  selected: readonly SellerPermission[]
  onChange: (selected: SellerPermission[]) => void
}

/** What an invited member may do as a seller. */
export function PermissionFields({ selected, onChange }: PermissionFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Selling</legend>
      <PermissionBoxes selected={selected} onChange={onChange} />
      <p className="mt-1.5 text-xs text-muted">
        {selected.length === 0
          ? 'Without permissions, they can’t sell for the team.'
          : 'You can change this later.'}
      </p>
    </fieldset>
  )
}

import { currencySymbol } from '@terrace/domain/money/currencies'
import { deliveryLabel, deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { seesMoney } from '#web/lib/http/refusals.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { FormSelect } from './form-select.tsx'
import type { ListingErrors, ListingValues } from './listing-values.ts'

interface ListingFieldsProps {
  values: ListingValues
  onEdit: (change: Partial<ListingValues>) => void
  errors: ListingErrors
  /** Whether errors show before their field has lost the focus. */
  showsErrors: boolean
  currency: string
  /** One column, where there is no room for two. */
  isNarrow?: boolean
}

/** Price, stock, delivery and notes of a listing. */
export function ListingFields(props: ListingFieldsProps) {
  const { values, onEdit, errors, showsErrors, currency, isNarrow = false } = props
  const grid = isNarrow
    ? 'grid grid-cols-2 gap-x-3 gap-y-4'
    : 'grid gap-x-4 gap-y-4 sm:grid-cols-2 md:grid-cols-4'
  const text = (name: Exclude<keyof ListingValues, 'instant_download' | 'split_type' | 'ticket_type'>) => ({
    name,
    autoComplete: 'off',
    value: values[name],
    onChange: (value: string) => onEdit({ [name]: value }),
    error: errors[name],
    isTouched: showsErrors,
  })
  const money = {
    prefix: <span className="pl-3 text-muted">{currencySymbol(currency)}</span>,
    inputMode: 'decimal' as const,
  }
  return (
    <>
      <div className={grid}>
        <TextField {...text('price')} {...money} label="Price per ticket" isRequired />
        <TextField {...text('quantity')} label="Quantity" inputMode="numeric" isRequired />
        {seesMoney() && <TextField {...text('cost')} {...money} label="Cost" />}
        <TextField {...text('floor')} {...money} label="Floor" />
        <TextField {...text('shown_quantity')} label="Shown quantity" placeholder="All" inputMode="numeric" />
        <TextField {...text('face_value')} {...money} label="Face value" />
      </div>
      <div className={grid}>
        <FormSelect
          label="Split"
          options={splitTypes.map((type) => ({ id: type, name: type }))}
          value={values.split_type}
          onChange={(splitType) => onEdit({ split_type: splitType })}
        />
        {values.split_type === 'Sell In Multiples' && (
          <TextField {...text('multiple_sale_unit')} label="Multiples of" inputMode="numeric" />
        )}
        <TextField
          {...text('quantity_limit')}
          label="At most per purchase"
          placeholder="No limit"
          inputMode="numeric"
        />
        <TextField
          {...text('split_quantities')}
          label="Only these quantities"
          placeholder="Any, such as 2, 4"
        />
      </div>
      <div className={grid}>
        <FormSelect
          label="Delivery"
          options={deliveryTypes.map((type) => ({ id: type, name: deliveryLabel(type) }))}
          value={values.ticket_type}
          onChange={(type) => onEdit({ ticket_type: type })}
        />
        <TextField
          {...text('in_hand_date')}
          label="In hand from"
          placeholder="DD-MM-YYYY or 3 days"
          isRequired
          // The example is wider than a column.
          className={isNarrow ? 'col-span-2' : 'md:col-span-2'}
        />
      </div>
      {values.ticket_type === 'eTicket' && (
        <Checkbox
          isSelected={values.instant_download}
          onChange={(isInstant) => onEdit({ instant_download: isInstant })}
        >
          Instant download
        </Checkbox>
      )}
      <div className={isNarrow ? 'space-y-4' : 'grid gap-x-4 gap-y-4 md:grid-cols-3'}>
        <TextArea {...text('benefit')} rows={2} label="Benefits, one per line" />
        <TextArea {...text('restriction')} rows={2} label="Restrictions, one per line" />
        <TextArea {...text('information')} rows={2} label="Information, one per line" />
      </div>
      <div className={isNarrow ? 'space-y-4' : 'grid gap-x-4 gap-y-4 md:grid-cols-2'}>
        <TextArea {...text('internal_notes')} rows={2} label="Internal notes" />
        <TextField {...text('tags')} label="Tags" placeholder="season, hospitality" />
      </div>
    </>
  )
}

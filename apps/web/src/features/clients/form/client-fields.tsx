import { currencyChoices } from '#web/lib/currency-choices.ts'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { CommissionType } from './commission-type.tsx'
import type { clientFields, ClientFormValues } from './client-values.ts'

type FieldName = (typeof clientFields)[number]

interface ClientFieldsProps {
  values: ClientFormValues
  onEdit: (change: Partial<ClientFormValues>) => void
  fieldProps: (name: FieldName) => {
    name: string
    error: string | undefined
    isTouched: boolean
    onBlur: () => void
  }
}

const pairClass = 'grid gap-x-4 gap-y-5 sm:grid-cols-2'

export function ClientFields({ values, onEdit, fieldProps }: ClientFieldsProps) {
  const text = (name: Exclude<FieldName, 'currency'>) => ({
    ...fieldProps(name),
    autoComplete: 'off',
    value: values[name],
    onChange: (value: string) => onEdit({ [name]: value }),
  })
  return (
    <>
      <div className={pairClass}>
        <TextField {...text('name')} label="Name" autoFocus />
        <TextField {...text('company')} label="Company" />
        <TextField {...text('email')} label="Email" type="email" inputMode="email" />
        <TextField {...text('phone')} label="Phone" type="tel" inputMode="tel" />
        <Dropdown
          {...fieldProps('currency')}
          label="Currency"
          options={currencyChoices(values.currency || 'GBP')}
          value={values.currency || null}
          placeholder="Not set"
          onChange={(code) => onEdit({ currency: typeof code === 'string' ? code : '' })}
        />
      </div>
      <DefaultCommission values={values} onEdit={onEdit} amount={text('commission_amount')} />
      <TextArea
        {...fieldProps('notes')}
        label="Notes"
        value={values.notes}
        onChange={(notes) => onEdit({ notes })}
      />
    </>
  )
}

interface DefaultCommissionProps extends Pick<ClientFieldsProps, 'values' | 'onEdit'> {
  amount: Omit<Parameters<typeof TextField>[0], 'label'>
}

function DefaultCommission({ values, onEdit, amount }: DefaultCommissionProps) {
  const isFixed = values.commission_method === 'fixed'
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        Default commission
      </p>
      <div className="flex items-start gap-2">
        <CommissionType
          method={values.commission_method}
          currency={values.currency}
          onChange={(method) => onEdit({ commission_method: method })}
        />
        <TextField
          {...amount}
          label={isFixed ? 'Default commission per ticket' : 'Default commission in percent'}
          isLabelHidden
          inputMode="decimal"
          placeholder="Not set"
          className="min-w-0 flex-1"
        />
      </div>
    </div>
  )
}

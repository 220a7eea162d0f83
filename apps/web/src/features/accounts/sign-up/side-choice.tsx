import { Radio, RadioGroup } from '#web/ui/controls/radio.tsx'

/** What the new account is for. Only buying needs nothing else; selling begins with an application after the login. */
export type SignUpSide = 'buy' | 'sell' | 'both'

const choices: readonly { value: SignUpSide; title: string; text: string }[] = [
  { value: 'buy', title: 'Buy', text: 'Tickets for your clients' },
  { value: 'sell', title: 'Sell', text: 'Your own tickets' },
  { value: 'both', title: 'Buy and sell', text: 'With one login' },
]

/** The choice before the form. It is not part of the registration. */
export function SideChoice({ side, onChange }: { side: SignUpSide; onChange: (side: SignUpSide) => void }) {
  return (
    <div className="mb-6">
      <p aria-hidden className="mb-2 text-sm font-medium">
        I want to
      </p>
      <RadioGroup
        label="I want to"
        value={side}
        onChange={(value) => onChange(choices.find((choice) => choice.value === value)?.value ?? 'buy')}
        className="grid gap-2 sm:grid-cols-3"
      >
        {choices.map(({ value, title, text }) => (
          <Radio
            key={value}
            value={value}
            className="flex min-h-11 cursor-pointer flex-col justify-center rounded border border-line bg-surface px-3.5 py-2.5 transition-colors duration-150 ease-out hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <span className="font-medium">{title}</span> <span className="text-xs text-muted">{text}</span>
          </Radio>
        ))}
      </RadioGroup>
      <p aria-live="polite" className="mt-2 min-h-15 text-sm text-muted sm:min-h-10">
        {side === 'buy'
          ? 'You can apply to sell later.'
          : 'After your first login you tell us about your company. We review each application before a team can sell.'}
      </p>
    </div>
  )
}

import type { WireCard } from '@terrace/contracts/cards'
import type { ReactNode } from 'react'
import { Radio, RadioGroup } from '#web/ui/controls/radio.tsx'
import { cardSubtitle, cardText } from './card-text.ts'

/** Selected value for entering a new card. */
export const newCard = 'new'

interface CardChoiceProps {
  cards: readonly WireCard[]
  /** A card's id, or {@link newCard}. */
  value: string
  onChange: (value: string) => void
  isDisabled: boolean
}

/** Lets the buyer choose a saved card or a new one. Expired cards are listed but disabled. */
export function CardChoice({ cards, value, onChange, isDisabled }: CardChoiceProps) {
  return (
    <RadioGroup
      label="Pay with"
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      className="divide-y divide-line rounded border border-line"
    >
      {cards.map((card) => (
        <Option key={card.id} value={card.id} isDisabled={card.is_expired}>
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{cardText(card)}</span>
            <span className="tabular block text-xs text-muted">
              {cardSubtitle(card, cards)}
              {card.is_default && ' · Default'}
            </span>
          </span>
        </Option>
      ))}
      <Option value={newCard}>
        <span className="font-medium">Another card</span>
      </Option>
    </RadioGroup>
  )
}

interface OptionProps {
  value: string
  isDisabled?: boolean
  children: ReactNode
}

function Option({ value, isDisabled = false, children }: OptionProps) {
  return (
    <Radio
      value={value}
      isDisabled={isDisabled}
      className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2 text-sm first:rounded-t last:rounded-b hover:bg-sunken has-checked:bg-accent-soft has-disabled:cursor-default has-disabled:bg-transparent has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
    >
      <span
        aria-hidden
        className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface peer-checked:border-accent peer-checked:[&>span]:opacity-100"
      >
        <span className="size-2.5 rounded-full bg-accent opacity-0" />
      </span>
      {children}
    </Radio>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, type Ref } from 'react'
import { CardChoice, newCard } from '#web/features/payments/card-choice.tsx'
import { CardFields } from '#web/features/payments/card-fields.tsx'
import type { CardForm } from '#web/features/payments/card-form.ts'
import { cardFormNotReady } from '#web/features/payments/card-messages.ts'
import { cardName } from '#web/features/payments/card-text.ts'
import { cardsQuery } from '#web/features/payments/queries.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import type { PayingCard } from './payload.ts'

/** Which card pays: a saved one, the default one at first, or one that is typed into the provider's form. */
export function usePayingCard() {
  // Without the list a card can still be typed.
  const { data: cards = [], isPending } = useQuery(cardsQuery())
  const [chosen, setChosen] = useState<string | null>(null)
  const [isToBeSaved, setToBeSaved] = useState(false)
  const form = useRef<CardForm>(null)
  const usable = cards.filter(({ is_expired }) => !is_expired)
  // Once for the whole visit: a list that comes, or comes again, later takes nobody's typed card away.
  if (chosen === null && !isPending) setChosen(usable.find(({ is_default }) => is_default)?.id ?? newCard)
  const saved = usable.find(({ id }) => id === chosen)

  const choice = {
    cards,
    /** Whether the saved ones are still asked for, and so nothing is chosen. */
    isUnknown: chosen === null,
    value: saved?.id ?? newCard,
    choose: setChosen,
    isToBeSaved,
    setToBeSaved,
    /** Null for a card that is typed now. */
    text: saved ? cardName(saved, cards) : null,
  }

  /** Throws `CardProblem` with words for the buyer. */
  async function take(): Promise<PayingCard> {
    if (saved) return { cardId: saved.id }
    if (!form.current) throw cardFormNotReady()
    const { token } = await form.current.tokenise()
    return { token, isToBeSaved }
  }
  return { choice, form, take }
}

interface CardStepProps {
  card: ReturnType<typeof usePayingCard>['choice']
  form: Ref<CardForm>
  isDisabled: boolean
  /** What the provider or the bank found wrong, at the card itself. */
  problem: ReactNode
}

export function CardStep({ card, form, isDisabled, problem }: CardStepProps) {
  if (card.isUnknown) {
    return (
      <SkeletonRegion label="Loading your cards">
        <Skeleton className="h-28" />
      </SkeletonRegion>
    )
  }
  const isNew = card.value === newCard
  return (
    <div className="space-y-4">
      {problem}
      {card.cards.length > 0 && (
        <CardChoice cards={card.cards} value={card.value} onChange={card.choose} isDisabled={isDisabled} />
      )}
      {isNew && (
        <div>
          <CardFields ref={form} />
          <div className="mt-3">
            <Checkbox isSelected={card.isToBeSaved} onChange={card.setToBeSaved} isDisabled={isDisabled}>
              Save this card for the next purchase
            </Checkbox>
          </div>
        </div>
      )}
    </div>
  )
}

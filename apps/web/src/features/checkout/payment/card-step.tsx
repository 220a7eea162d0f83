import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, type Ref } from 'react'
import { CardChoice, newCard } from '#web/features/payments/card-choice.tsx'
import { CardFields } from '#web/features/payments/card-fields.tsx'
import type { CardForm } from '#web/features/payments/card-form.ts'
import { cardFormNotReady } from '#web/features/payments/card-messages.ts'
import { cardName } from '#web/features/payments/card-text.ts'
import { cardsQuery } from '#web/features/payments/queries.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import type { PayingCard } from './payload.ts'

/** The card that pays: a saved one, initially the default, or a new one. */
export function usePayingCard() {
  // The buyer can still enter a new card when the saved ones fail to load.
  const { data: cards = [], isPending } = useQuery(cardsQuery())
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [shouldSaveCard, setShouldSaveCard] = useState(false)
  const form = useRef<CardForm>(null)
  const usableCards = cards.filter(({ is_expired }) => !is_expired)
  // Choose a default only once: a reloaded list must not discard a card the buyer is entering.
  if (selectedId === null && !isPending)
    setSelectedId(usableCards.find(({ is_default }) => is_default)?.id ?? newCard)
  const saved = usableCards.find(({ id }) => id === selectedId)

  const choice = {
    cards,
    /** `true` until the saved cards have loaded. */
    isLoading: selectedId === null,
    value: saved?.id ?? newCard,
    choose: setSelectedId,
    shouldSaveCard,
    setShouldSaveCard,
    /** `null` for a new card. */
    text: saved ? cardName(saved, cards) : null,
  }

  /** @throws `CardError` with a message for the buyer. */
  async function resolveCard(): Promise<PayingCard> {
    if (saved) return { cardId: saved.id }
    if (!form.current) throw cardFormNotReady()
    const { token } = await form.current.tokenise()
    return { token, shouldSaveCard }
  }
  return { choice, form, resolveCard }
}

interface CardStepProps {
  card: ReturnType<typeof usePayingCard>['choice']
  form: Ref<CardForm>
  isDisabled: boolean
  /** A problem reported by the payment gateway or the bank. */
  problem: ReactNode
}

export function CardStep({ card, form, isDisabled, problem }: CardStepProps) {
  if (card.isLoading) {
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
            <Checkbox
              isSelected={card.shouldSaveCard}
              onChange={card.setShouldSaveCard}
              isDisabled={isDisabled}
            >
              Save this card for next time
            </Checkbox>
          </div>
        </div>
      )}
    </div>
  )
}

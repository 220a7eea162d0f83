import type { WireCard } from '@terrace/contracts/cards'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CreditCardIcon, PlusIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { AddCard } from './add-card.tsx'
import { cardName, cardSubtitle, cardText } from './card-text.ts'
import { useMakeDefault, useRemoveCard } from './mutations.ts'
import { cardsQuery } from './queries.ts'
import { SetupReturn } from './setup-return.tsx'

interface SavedCardsProps {
  /** Set when the bank's confirmation page has redirected back here. */
  setupId?: string | undefined
  onReturned: () => void
}

/** The team's saved cards: add, remove and choose the default. */
export function SavedCards({ setupId, onReturned }: SavedCardsProps) {
  const [isAdding, setAdding] = useState(false)
  const section = useRef<HTMLDivElement>(null)
  useListFocus({ list: section, rows: () => [...(section.current?.querySelectorAll('button') ?? [])] })
  return (
    <div ref={section}>
      <TitledSection
        heading="Cards"
        aside={
          <Button
            size="sm"
            icon={<PlusIcon aria-hidden className="size-4" />}
            onPress={() => setAdding(true)}
          >
            Add a card
          </Button>
        }
      >
        <SetupReturn setupId={setupId} onReturned={onReturned} />
        <Panel>
          <CardList />
        </Panel>
        <AddCard isOpen={isAdding} onClose={() => setAdding(false)} />
      </TitledSection>
    </div>
  )
}

function CardList() {
  const query = useQuery(cardsQuery())
  const { data: cards, error } = query
  if (cards) {
    return cards.length === 0 ? (
      <EmptyState
        icon={<CreditCardIcon />}
        title="No saved cards"
        message="Add a card here or save one at checkout. Card numbers are stored by our payment provider."
      />
    ) : (
      <ul className="divide-y divide-line px-4 sm:px-5">
        {cards.map((card) => (
          <CardRow key={card.id} card={card} cards={cards} />
        ))}
      </ul>
    )
  }
  if (!error) {
    return (
      <SkeletonRegion label="Loading your cards" className="space-y-2 px-4 py-4 sm:px-5">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-4 w-28" />
      </SkeletonRegion>
    )
  }
  return <LoadError title="Couldn’t load your cards" query={query} />
}

interface CardRowProps {
  card: WireCard
  /** All saved cards, to tell identical ones apart. */
  cards: readonly WireCard[]
}

function CardRow({ card, cards }: CardRowProps) {
  const [isConfirming, setConfirming] = useState(false)
  const makeDefault = useMakeDefault()
  const remove = useRemoveCard()
  const name = cardName(card, cards)
  const error = makeDefault.error ?? remove.error
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            {cardText(card)}
            {card.is_default && <Badge tone="ok">Default</Badge>}
            {card.is_expired && <Badge tone="danger">Expired</Badge>}
          </p>
          <p className="tabular mt-0.5 text-xs text-muted">{cardSubtitle(card, cards)}</p>
        </div>
        <div className="flex gap-2 max-sm:w-full">
          {!card.is_default && !card.is_expired && (
            <Button
              size="sm"
              aria-label={`Make default: ${name}`}
              isPending={makeDefault.isPending}
              onPress={() => makeDefault.mutate(card.id)}
            >
              Make default
            </Button>
          )}
          <Button size="sm" aria-label={`Remove ${name}`} onPress={() => setConfirming(true)}>
            Remove
          </Button>
        </div>
      </div>
      {error && (
        <div className="mt-2">
          <ActionError error={error} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Remove ${name}?`}
        message="Your team won’t be able to pay with this card. Existing orders aren’t affected."
        confirmLabel="Remove card"
        tone="danger"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(card.id, { onSettled: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      />
    </li>
  )
}

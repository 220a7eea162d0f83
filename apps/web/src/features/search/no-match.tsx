import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { suggestionQuery } from './queries.ts'
import { countFilters, emptyWish, eventIdIn, withoutFilters, type SearchWish } from './search-wish.ts'

interface NoMatchProps {
  wish: SearchWish
  onWish: (wish: SearchWish) => void
  /** It is said of another wish than the one that is being looked up. */
  isOld: boolean
}

/** Nothing found: the nearest spelling, or fewer filters, is offered. */
export function NoMatch({ wish, onWish, isOld }: NoMatchProps) {
  const { text } = wish
  const isNumber = eventIdIn(text) !== undefined
  const filters = countFilters(wish)
  const suggestion = useQuery({
    ...suggestionQuery(text),
    enabled: text !== '' && !isNumber && !isOld,
  })
  const meant = isOld ? undefined : suggestion.data
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={text === '' ? 'No event fits the filters' : `No match for “${text}”`}
      message={
        isNumber
          ? 'No event to come has that number or link.'
          : filters > 0
            ? 'Other days, categories or cities may have it.'
            : 'A team, an event, a venue or a city: the beginning of its name is enough.'
      }
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {typeof meant === 'string' && (
            <Button tone="primary" onPress={() => onWish({ ...wish, text: meant })}>
              Did you mean “{meant}”?
            </Button>
          )}
          {filters > 0 && <Button onPress={() => onWish(withoutFilters(wish))}>Clear the filters</Button>}
          {text !== '' && filters === 0 && (
            <Button onPress={() => onWish(emptyWish)}>Clear the search</Button>
          )}
        </span>
      }
    />
  )
}

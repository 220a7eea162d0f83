import { useQuery } from '@tanstack/react-query'
import { quoted } from '#web/lib/quoted.ts'
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
  const filters = countFilters(wish)
  const suggestion = useQuery({
    ...suggestionQuery(text),
    enabled: text !== '' && eventIdIn(text) === undefined && !isOld,
  })
  const meant = isOld ? undefined : suggestion.data
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={titleOf(wish)}
      message={adviceOf(wish)}
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

function titleOf(wish: SearchWish): string {
  if (wish.text !== '') return `No match for ${quoted(wish.text)}`
  return countFilters(wish) > 0 ? 'No event fits the filters' : 'No events to come'
}

function adviceOf(wish: SearchWish): string {
  if (eventIdIn(wish.text) !== undefined) return 'No event to come has that number or link.'
  if (countFilters(wish) > 0) return 'Other days, categories or cities may have it.'
  if (wish.text === '') return 'Nothing is planned at the moment.'
  return 'A team, an event, a venue or a city: the beginning of its name is enough.'
}

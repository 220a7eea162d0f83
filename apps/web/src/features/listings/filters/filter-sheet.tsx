import { formatCount } from '@terrace/domain/tickets/format-count'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { ChoiceList } from './choice-list.tsx'
import { choiceKinds, flagCount, flagKinds, flagTitles, type FeedFilterProps } from './filter-choices.ts'
import { CurrencySelect } from './currency-select.tsx'
import { PriceField } from './price-field.tsx'
import { countFilters, clearedFilters } from './feed-params.ts'

interface FilterSheetProps {
  filters: FeedFilterProps
  isOpen: boolean
  onClose: () => void
}

export function FilterSheet({ filters, isOpen, onClose }: FilterSheetProps) {
  const { params, onParamsChange, meta } = filters
  return (
    <Drawer
      title="Filters"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <div className="flex gap-3">
          <Button isDisabled={countFilters(params) === 0} onPress={() => onParamsChange(clearedFilters)}>
            Clear all
          </Button>
          <Button tone="primary" className="flex-1" onPress={onClose}>
            {meta === undefined
              ? 'Show listings'
              : `Show ${formatCount(meta.total)} ${meta.total === 1 ? 'listing' : 'listings'}`}
          </Button>
        </div>
      }
    >
      <div className="space-y-6">
        <PriceField filters={filters} />
        <fieldset>
          <legend className="mb-1 text-xs font-semibold text-muted">Show only</legend>
          {flagKinds.map((kind) => (
            <div key={kind} className="max-sm:[&_label]:min-h-10 [&_label]:w-full">
              <Checkbox
                isSelected={params[kind] !== undefined}
                onChange={(isOn) => onParamsChange({ [kind]: isOn ? '1' : undefined })}
              >
                <span className="flex-1">{flagTitles[kind]}</span>
                <span className="tabular text-xs text-muted">
                  {formatFlagCount(flagCount(kind, meta?.facets))}
                </span>
              </Checkbox>
            </div>
          ))}
        </fieldset>
        {choiceKinds.map((kind) => (
          <ChoiceList key={kind} kind={kind} filters={filters} />
        ))}
        <div className="flex items-center justify-between gap-4">
          <span aria-hidden className="text-xs font-semibold text-muted">
            Currency
          </span>
          <CurrencySelect filters={filters} />
        </div>
      </div>
    </Drawer>
  )
}

function formatFlagCount(count: number | undefined): string {
  return count === undefined ? '' : formatCount(count)
}

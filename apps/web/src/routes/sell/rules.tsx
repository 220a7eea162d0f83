import { useLocation, useNavigate } from '@tanstack/react-router'
import { PriceRules } from '#web/features/price-rules/price-rules.tsx'
import type { LogFilter } from '#web/features/price-rules/queries.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'

/** A seller's price rules. The log and its filter are in the URL. */
export default function SellRules() {
  useTitle('Price rules')
  const navigate = useNavigate()
  const search = useLocation({ select: (location) => location.search })
  return (
    <PriceRules
      log={logOf(search)}
      onLog={(log) =>
        void navigate({
          to: '/sell/$',
          params: { _splat: 'rules' },
          search: () =>
            log
              ? {
                  show: 'log',
                  ...(log.ruleId !== '' && { rule: log.ruleId }),
                  ...(log.outcome !== '' && { outcome: log.outcome }),
                }
              : {},
        })
      }
    />
  )
}

function logOf(search: object): LogFilter | null {
  const values = new Map<string, unknown>(Object.entries(search))
  if (values.get('show') !== 'log') return null
  const rule = values.get('rule')
  const outcome = values.get('outcome')
  return {
    ruleId: typeof rule === 'string' && /^prl_[0-9A-Za-z_-]{1,60}$/.test(rule) ? rule : '',
    outcome: outcome === 'moved' || outcome === 'kept' ? outcome : '',
  }
}

import { ApiKeys } from '#web/features/inventory-sources/api-keys.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'

/** How a seller's system sends its stock without a browser. */
export default function SellApiKeys() {
  useTitle('API keys')
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-8 sm:px-5">
      <ApiKeys />
    </div>
  )
}

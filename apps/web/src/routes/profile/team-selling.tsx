import { useEffect, useState } from 'react'
import { SellingSection } from '#web/features/selling/selling-section.tsx'
import { refreshAccess } from '#web/lib/http/refresh-access.ts'
import { sides } from '#web/lib/http/sides.ts'
import { saveStartPage } from '#web/lib/http/start-page.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'

/** The application to sell, on the team's tab. */
export default function TeamSelling() {
  return <SellingSection next={<DeskLink />} />
}

/** The way to the desk of a team that was approved. It is another page: nothing of it is loaded here. */
function DeskLink() {
  const [canSell, setCanSell] = useState(() => sides().canSell)
  useEffect(() => {
    if (canSell) return
    void refreshAccess().then(
      () => setCanSell(sides().canSell),
      // The account menu tries again.
      () => undefined,
    )
  }, [canSell])
  if (!canSell) return null
  return (
    <a href="/sell/inventory" className={buttonClass('primary')} onClick={() => saveStartPage('sell')}>
      Go to your inventory
    </a>
  )
}

import { SellingSection } from '#web/features/selling/selling-section.tsx'

/** The application to sell, on the team's tab. */
export default function TeamSelling() {
  return <SellingSection />
}

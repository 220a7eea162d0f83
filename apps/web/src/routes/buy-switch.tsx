import { SideLinks } from '#web/features/workspace/side-links.tsx'

/** The switch in the header of the buyers' pages. */
export default function BuySwitch() {
  return <SideLinks current="buy" />
}

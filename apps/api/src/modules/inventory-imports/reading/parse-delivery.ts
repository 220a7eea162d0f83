import { parseDeliveryType, type DeliveryType } from '@terrace/domain/tickets/delivery-types'

const words: ReadonlyMap<string, DeliveryType> = new Map(
  (
    [
      ['paper', 'hard physical paper papertickets hardcopy ship fedex ups mail commemorative'],
      [
        'eTicket',
        'eticket etickets etix etkt etkts electronic pdf pdfs email instant instantdownload printathome mobilescreencap mobilescreenshot barcode mobileqrcode',
      ],
      [
        'mobile',
        'mobile mobiles mobiletransfer mobiletransfers mobiletickets mobileticket mob ticketmastertransfer tmtransfer tmmobile xfer transfer axstransfer inapp ticketmastermobile flash',
      ],
      ['mobile-link', 'mobilelink mobilelinks pkpass wallet applewallet googlewallet eticketurl url'],
      ['local-delivery', 'willcall localdelivery localpickup pickup collection lms courier walkin'],
      [
        'season-cards',
        'membercard membercards members seasoncard seasoncards seasonticketcard memberseasoncard paperlesscard',
      ],
    ] as const
  ).flatMap(([type, names]) => names.split(' ').map((name): [string, DeliveryType] => [name, type])),
)

const keyOf = (word: string) => word.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The delivery type of a word such as MOBILE_TRANSFER; `undefined` for an unknown word. */
export function parseDelivery(
  word: string,
  ownWords: Readonly<Record<string, DeliveryType>> = {},
): DeliveryType | undefined {
  const own = Object.entries(ownWords).find(([one]) => keyOf(one) === keyOf(word))?.[1]
  return own ?? parseDeliveryType(word) ?? words.get(keyOf(word))
}

/** Yes and no as files write them; `undefined` for anything else. */
export function parseFlag(text: string): boolean | undefined {
  if (/^(?:y|yes|true|1|t|x)$/i.test(text)) return true
  return /^(?:n|no|false|0|f)$/i.test(text) ? false : undefined
}

/** One section of a policy. An array paragraph is a bullet list. */
export interface PolicySection {
  title: string
  paragraphs: readonly (string | readonly string[])[]
}

/** The buyer policy, in the section order of spec §2. `phone` is the number as dialled. */
export function buyerPolicySections({ brand, phone }: { brand: string; phone: string }): PolicySection[] {
  return [
    {
      title: 'Ticket Delivery',
      paragraphs: [
        'Every listing states how its tickets are delivered and the date on which the seller expects to have them (the in-hand date). Tickets are usually delivered within 48 hours of the in-hand date.',
        'Tickets bought within 48 hours of the event may arrive up to 2 hours before it starts. Plan the handover to your customer accordingly.',
        'An order may contain tickets from several sellers. They may be delivered at different times, and you manage the final handover to the end customer.',
        'In-hand dates are the seller’s best estimate. If the organiser releases tickets later than announced, delivery moves accordingly, and we notify you as soon as we know.',
      ],
    },
    {
      title: 'Seat Allocation',
      paragraphs: [
        'You buy the category, section and row stated in the listing. If a listing gives seat numbers, those are your seats. If it gives none, the seller allocates seats within the stated area.',
        'Seats in one listing are next to each other unless the listing says otherwise, for example “Single seat(s)”, or the area has no numbered seats.',
        'If the stated seats become unavailable, the seller may provide seats of the same or a higher category, together if yours were together. If that is not possible, the affected tickets are refunded in full.',
        'Seating maps are schematic. They show the location of a block, not the view from a seat.',
      ],
    },
    {
      title: 'Attendee Details',
      paragraphs: [
        'Some events require attendees’ names, dates of birth, addresses or identification details. A listing states this before you hold it.',
        'Provide complete and correct details when requested, in good time for the event. Tickets cannot be issued without them. Missing or incorrect details that lead to delay or refused entry are not grounds for a refund.',
        'Details are shared only with the seller and the organiser, and only to issue the tickets. Identification details are deleted 30 days after the event.',
      ],
    },
    {
      title: 'Accessing Purchased Tickets',
      paragraphs: [
        'Find your purchases and their status in Purchases. We notify you when tickets are delivered.',
        [
          'E-tickets are files to print or show on screen, as required by the organiser.',
          'Mobile tickets are transferred to a phone, and mobile links are opened on one. The attendee needs a phone that runs the organiser’s app.',
          'Paper tickets and local deliveries go to the address or person agreed for the order.',
          'Member and season cards are on loan for the event and must be returned as agreed. Cards that are damaged or not returned are charged to the buyer.',
        ],
        'Open your tickets as soon as they arrive and check the event, date, section and number of tickets. Anyone who has a ticket can use it, so keep files and links confidential.',
      ],
    },
    {
      title: 'Ticket Cancellations',
      paragraphs: [
        'All purchases are final. Confirmed purchases cannot be cancelled, exchanged or changed by the buyer for any reason.',
        'If a seller cannot deliver, we look for replacement tickets of equal or better value. If you do not accept a replacement, you are refunded in full, including the fee.',
        'If you resell tickets on another marketplace, you remain responsible to your customer.',
      ],
    },
    {
      title: 'Event Cancellations',
      paragraphs: [
        'If an event is cancelled and not rescheduled, the ticket price is refunded to the card used for payment once the organiser has confirmed the cancellation.',
        'Travel, accommodation and other costs related to the event are not refunded. An event abandoned after it starts counts as held, unless the organiser decides otherwise.',
        'We may ask you to return or surrender the tickets before we issue the refund.',
      ],
    },
    {
      title: 'Event Rescheduling',
      paragraphs: [
        'If an event is postponed or moved to another date or kick-off time, tickets remain valid for the new date and purchases stay in force. A new date that does not suit you is not grounds for a refund.',
        'Dates and times marked as to be confirmed are likely to change. Sports fixtures in particular are moved for broadcasting, so check the organiser’s announcements before you arrange travel.',
        'If tickets must be reissued for the new date, the delivery times above run from the new in-hand date.',
      ],
    },
    {
      title: 'Neutral Stadium Events',
      paragraphs: [
        'At finals, play-offs and other matches at a neutral venue, the stadium may be divided between both sets of supporters. Unless a listing names a side, its tickets may be in either side’s area or in a neutral area.',
        'Tickets sold before the participants are known are for the event, not for a team. They remain valid, and the purchase stays in force, regardless of who takes part.',
        'Stewards may move supporters who wear the other side’s colours, or refuse them entry. Tell your customer which area the tickets are in.',
      ],
    },
    {
      title: 'Benefits and Restrictions',
      paragraphs: [
        'Listings show benefits, such as hospitality or early entry, and restrictions, such as a limited view, an age limit or no away colours, as stated by the seller. Read them before you hold tickets; they are part of your purchase.',
        'Benefits are provided by the organiser or the venue on the day and may vary in detail. If a benefit is withdrawn, its share of the price is refunded; the ticket is not.',
        'Entry is subject to the rules of the venue and the organiser. Refused entry because of a breach of a restriction or rule is not grounds for a refund.',
      ],
    },
    {
      title: 'Ticket Personalisation',
      paragraphs: [
        'Some tickets show a name: the attendee’s where details are required, otherwise often the original buyer’s. A different name does not invalidate a ticket unless the listing or the organiser says so.',
        'If the name must match an identity document at the gate, the listing says so and asks for attendee details. Submitted names can be changed only while the organiser allows it, and a fee may apply.',
        'Do not alter tickets. An altered ticket is void.',
      ],
    },
    {
      title: 'Reporting Ticket Issues',
      paragraphs: [
        'Report tickets that are late, incorrect or won’t open immediately: within 24 hours of delivery, and always before the event starts, while we can still help.',
        `Call the ${brand} support line on ${phone}. Have your order number ready (see Purchases).`,
        'If entry is refused, call us from the venue and ask staff for the reason in writing, or take a photo of the scanner’s message. Claims made more than 48 hours after the event, or without evidence, cannot be considered.',
      ],
    },
  ]
}

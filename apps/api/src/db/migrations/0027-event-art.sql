-- Events have a picture: a pattern of their sport, in the colours of the home side or the headliner.
drop function if exists event_cards(integer[]);

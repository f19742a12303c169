"""The messages between a browser and the server, both ways: the whole contract, and no code.

Who speaks is known from the connection and is in no message. Money is text as everywhere,
`"25.00"`; a card is text such as `"Th"`, and one that the viewer may not see is null.

`asked` is all that a browser may send and `told` all that it is sent; a table is `layout` and
`table`, with `lines` and `own` in it; `lobby` and `links` are what needs no seat, `past` what is
fetched and not pushed.
"""

from __future__ import annotations

from pitboss.web.messages import asked, past, told

__all__ = ["asked", "past", "told"]

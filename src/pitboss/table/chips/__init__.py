"""The chips: what players hold, what lies on the layout and in the rack, what came and went.

Players may bring chips from other tables, and take theirs away: a live table knows only what it
saw. What it did not see comes from elsewhere, and the books say so. An electronic table keeps the
players' balances itself, and there nobody stakes more than they hold.
"""

"""What goes wrong at a table, and what the rules then say."""

"""Work on the mapping database: what it covers, whether a row is right, drafts of new rows."""

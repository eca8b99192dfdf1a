select remove_default_partition('passing');

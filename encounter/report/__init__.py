"""What a game master sees: the words, the story of a fight, the board and the tables."""

"""The progressive jackpot: what a link's levels pay."""
